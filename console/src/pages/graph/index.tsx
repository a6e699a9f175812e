import { Alert, Skeleton } from '@mantine/core'
import { countOf } from '../../text/numbers.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { describeOmissions } from './knowledge.ts'
import { Nothing } from './nothing.tsx'
import { isWhole, NO_SCOPE } from './scope.ts'
import { ScopeBar } from './scope-bar.tsx'
import { HEIGHT, Shown } from './shown.tsx'
import { TimeBar } from './time-bar.tsx'
import { useAddress } from './use-address.ts'
import { useKnowledge, useScopeNames } from './use-knowledge.ts'

/** Who knows whom, through what and since when: the tags of a scope and what links them, as a picture and as lists. */
export default function GraphPage() {
  const { address, change } = useAddress()
  const names = useScopeNames(address)
  const { query, knowledge, picture, bars } = useKnowledge(address)
  const omissions = knowledge ? describeOmissions(knowledge) : undefined
  const timeBar = (
    <TimeBar
      bars={bars}
      days={address}
      isLoading={query.isFetching}
      onChange={(days) => change(days, { replace: true })}
    />
  )
  return (
    <Page
      title="Graph"
      description={picture && `${countOf(picture.nodes.length, 'node')}, ${countOf(picture.links.length, 'link')}`}
    >
      <ScopeBar scope={address} names={names} onChange={change} />
      {omissions && (
        <Alert variant="light" role="status" py="xs">
          {omissions} Narrow it by words, people, kinds or time to see the rest.
        </Alert>
      )}
      <Loaded query={query} loading={<Skeleton h={HEIGHT} role="status" aria-label="Loading" aria-busy />}>
        {() =>
          picture && picture.nodes.length > 0 ? (
            <Shown picture={picture} names={names} address={address} change={change} footer={timeBar} />
          ) : (
            <Nothing
              isWhole={isWhole(address)}
              onWiden={() => change({ ...NO_SCOPE, from: undefined, to: undefined })}
            />
          )
        }
      </Loaded>
    </Page>
  )
}
