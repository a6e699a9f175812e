import { Anchor, Skeleton } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { blocksOf } from '../../graph/blocks-of.ts'
import { formatDay } from '../../text/dates.ts'
import { MutationError } from '../../ui/mutation-error.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Activity } from './activity-section.tsx'
import { EmptyDay, NotConnected, useWelcome } from './empty-day.tsx'
import { describeHealth } from './health.ts'
import { HealthLine } from './health-line.tsx'
import { countOthers, findMailThatMatters, type Mail } from './mail.ts'
import { MailList } from './mail-section.tsx'
import { type Meeting, toMeetings } from './meetings.ts'
import { Meetings } from './meetings-section.tsx'
import { parsePeriod, toPeople, toPeopleMet } from './people.ts'
import { PeopleList, PeriodControl } from './people-section.tsx'
import { LoadingRows } from './placeholders.tsx'
import { usePeopleMet, useTodayQueries } from './queries.ts'
import { RecommendationList } from './recommendations-section.tsx'
import { toProposals, toTasks } from './tasks.ts'
import { TaskList } from './tasks-section.tsx'
import classes from './today.module.css'

export default function TodayPage() {
  const now = useNow()
  const { meetings, mail, tasks, connections, recommendations } = useTodayQueries(now)
  const [params, setParams] = useSearchParams()
  const period = parsePeriod(params.get('met'))
  const met = usePeopleMet(period, now)
  const people = toPeople(met.data?.searchGraphTags)
  const upcoming = meetings.data
    ? toMeetings([...blocksOf(meetings.data.begun), ...blocksOf(meetings.data.upcoming)], meetings.data.tenant, now)
    : []
  const health = connections.data && describeHealth(connections.data.connections ?? [], now)
  const isConnected = !connections.data || health !== undefined
  const hasContent = [meetings.data?.upcoming, mail.data?.searchGraph, tasks.data?.proposed, tasks.data?.soon].some(
    (list) => list === undefined || (list?.length ?? 0) > 0,
  )
  const isEmpty = !isConnected && !hasContent
  useWelcome(isEmpty)
  if (isEmpty) {
    return (
      <Page title="Today" description={formatDay(now, now)}>
        <EmptyDay />
      </Page>
    )
  }
  return (
    <Page title="Today" description={formatDay(now, now)}>
      {health ? (
        <HealthLine health={health} />
      ) : connections.error ? (
        <MutationError error={connections.error} />
      ) : isConnected ? (
        <Skeleton height={20} width={260} />
      ) : (
        <NotConnected />
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section title="Next meetings">
            <Loaded query={meetings} loading={<LoadingRows rows={4} />}>
              {() => <Meetings meetings={upcoming} now={now} />}
            </Loaded>
          </Section>
          <Section title="Tasks">
            <Loaded query={tasks} loading={<LoadingRows rows={3} />}>
              {({ tenant, pressing, soon, proposed }) => (
                <TaskList
                  tasks={toTasks(pressing, soon)}
                  proposed={toProposals(proposed, tenant.tagId)}
                  ownTagId={tenant.tagId}
                  now={now}
                />
              )}
            </Loaded>
          </Section>
          <Section title="Mail that matters">
            <Loaded query={mail} loading={<LoadingRows rows={4} />}>
              {({ searchGraph }) => (
                <MailThatMatters
                  mails={blocksOf(searchGraph)}
                  {...{ upcoming, now, met: toPeopleMet(people, period) }}
                />
              )}
            </Loaded>
          </Section>
        </div>
        <div className={classes.column}>
          <Section title="Recommendations" action={<All to="/recommendations">All recommendations</All>}>
            <Loaded query={recommendations} loading={<LoadingRows rows={3} />}>
              {({ recommendations: newest }) => <RecommendationList recommendations={newest ?? []} />}
            </Loaded>
          </Section>
          <Section
            title="People you meet most"
            action={
              <PeriodControl
                period={period}
                onChange={(value) => setParams({ met: String(value) }, { replace: true, preventScrollReset: true })}
              />
            }
          >
            <Loaded query={met} loading={<LoadingRows rows={5} />}>
              {() => <PeopleList people={people} period={period} />}
            </Loaded>
          </Section>
          <Section title="Last 30 days">
            <Activity now={now} enabled={meetings.isFetched && mail.isFetched && tasks.isFetched} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

interface MailThatMattersProps {
  mails: readonly Mail[]
  upcoming: readonly Meeting[]
  met: ReturnType<typeof toPeopleMet>
  now: number
}

function MailThatMatters({ mails, upcoming, met, now }: MailThatMattersProps) {
  const found = findMailThatMatters(mails, upcoming, met)
  return <MailList mails={found} others={countOthers(mails, found)} now={now} />
}

function All({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} size="xs">
      {children}
    </Anchor>
  )
}
