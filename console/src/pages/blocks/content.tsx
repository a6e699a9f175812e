import { Suspense } from 'react'
import { lazyPart } from '../../ui/load-part.ts'
import { Loading } from '../../ui/states.tsx'
import { EmailContent } from './email/index.tsx'
import { EventContent } from './event/index.tsx'
import { AgentContent, WorkflowContent } from './kinds/agent.tsx'
import { CalendarContent } from './kinds/calendar.tsx'
import { DocumentContent, FileContent } from './kinds/document.tsx'
import { MessageContent } from './kinds/message.tsx'
import { RecordContent } from './kinds/record.tsx'
import { ReferenceContent } from './kinds/reference.tsx'
import { TableContent } from './kinds/table.tsx'
import { ThreadContent } from './kinds/thread.tsx'
import { WebsiteContent } from './kinds/website.tsx'
import type { PageContext, ShownPage } from './shared/block.ts'
import { TranscriptionContent } from './transcription/index.tsx'

const NoteContent = lazyPart(() => import('./kinds/note.tsx'))
const TaskContent = lazyPart(() => import('./kinds/task.tsx'))

/** The form of each kind. */
export function Content({ block, context }: { block: ShownPage; context: PageContext }) {
  switch (block.__typename) {
    case 'Email':
      return <EmailContent email={block} />
    case 'Event':
      return <EventContent event={block} ownTagId={context.tenant.tagId} />
    case 'Transcription':
      return <TranscriptionContent transcription={block} results={context.results ?? []} />
    case 'Note':
      return (
        <Suspense fallback={<Loading lines={6} />}>
          <NoteContent note={block} />
        </Suspense>
      )
    case 'Task':
      return (
        <Suspense fallback={<Loading lines={6} />}>
          <TaskContent task={block} />
        </Suspense>
      )
    case 'Record':
      return <RecordContent record={block} />
    case 'Document':
      return <DocumentContent document={block} />
    case 'File':
      return <FileContent file={block} />
    case 'Website':
      return <WebsiteContent website={block} />
    case 'Thread':
      return <ThreadContent thread={block} />
    case 'Message':
      return <MessageContent message={block} />
    case 'Table':
      return <TableContent table={block} />
    case 'Calendar':
      return <CalendarContent calendar={block} />
    case 'Agent':
      return <AgentContent agent={block} />
    case 'Workflow':
      return <WorkflowContent workflow={block} />
    case 'Reference':
      return <ReferenceContent reference={block} />
  }
}
