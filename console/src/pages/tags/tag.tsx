import { Button, Tabs } from '@mantine/core'
import { IconHash } from '@tabler/icons-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { TagPageDocument, type TagPageQuery } from '../../documents.ts'
import { describeError } from '../../graph/errors.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toLine } from '../../text/blocks.ts'
import { Page } from '../../ui/page.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { TagAvatar } from '../../ui/tag-avatar.tsx'
import { TagActions } from './page/actions.tsx'
import { Advice } from './page/advice.tsx'
import { ArchivedNotice } from './page/archive.tsx'
import { Details } from './page/details.tsx'
import { Identity } from './page/identity.tsx'
import classes from './page/layout.module.css'
import { TagPageLoading } from './page/loading.tsx'
import { readTab, tabsOf } from './page/tabs.ts'
import { SECTIONS } from './sections/index.ts'

type Loaded = TagPageQuery & { tag: NonNullable<TagPageQuery['tag']> }

/** The page of a person, a company or another tag. */
export default function TagPage() {
  const { id = '' } = useParams()
  const query = useGraphQuery(TagPageDocument, { id }, { topics: [`tag:${id}`, 'recommendation', 'blocks:record'] })
  const tab = useSearchParams()[0].get('tab')
  const tag = query.data?.tag
  if (query.data && tag) return <ShownTag key={tag._id} data={{ ...query.data, tag }} tab={tab} />
  if (query.error) return <NotShown error={query.error} retry={query.refetch} />
  return <TagPageLoading id={id} />
}

function NotShown({ error, retry }: { error: unknown; retry: () => unknown }) {
  const isMissing = describeError(error).kind === 'missing'
  return (
    <Page title="Not found">
      {isMissing ? (
        <Empty
          icon={IconHash}
          title="There is nobody and nothing with this address"
          actions={
            <>
              <Button component={Link} to="/people">
                People
              </Button>
              <Button component={Link} to="/companies" variant="default">
                Companies
              </Button>
            </>
          }
        >
          Everybody has people and companies of their own: a link that somebody sent you may lead to one of theirs. Look
          for the name instead.
        </Empty>
      ) : (
        <Failure error={error} retry={retry} />
      )}
    </Page>
  )
}

function ShownTag({ data, tab }: { data: Loaded; tab: string | null }) {
  const { tag, recommendations, tenant } = data
  const [, setParameters] = useSearchParams()
  const tabs = tabsOf(tag)
  const current = readTab(tab, tabs)
  const Section = SECTIONS[current]
  const isSelf = tag._id === tenant.tagId
  const open = (value: string | null) => setParameters(value === null || value === 'time-line' ? {} : { tab: value })
  return (
    <Page
      title={toLine(tag.alias) || 'Unnamed'}
      icon={<TagAvatar tag={tag} size={48} />}
      description={<Identity tag={tag} isSelf={isSelf} />}
      actions={<TagActions tag={tag} isSelf={isSelf} />}
    >
      <ArchivedNotice tag={tag} />
      <Advice tagId={tag._id} recommendations={recommendations ?? []} />
      <div className={classes.columns}>
        <aside className={classes.details} aria-label="Details">
          <Details tag={tag} isSelf={isSelf} />
        </aside>
        <Tabs value={current} onChange={open} keepMounted={false} className={classes.sections}>
          <Tabs.List className={classes.tabs}>
            {tabs.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
                {value === 'tasks' && tag.taskCount ? <span className={classes.count}>{tag.taskCount}</span> : null}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={current} pt="md">
            <Section tag={tag} isSelf={isSelf} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </Page>
  )
}
