import { loadContent, loadDocument } from '../lazy-content.ts'
import { defineBlockType } from './block.ts'
import { Creator, toCreator } from './creator.ts'

interface MessageDetail {
  dateEdited?: number
}

export const Message = defineBlockType('message', 'A message in a thread, or a comment on a block.', (t) => ({
  bodyHtml: t.string({ resolve: (message, _args, context) => loadContent<string>(context, message, 'bodyHtml') }),
  bodyDocument: t.string({
    description: "The content as the rich-text editor's JSON.",
    resolve: (message, _args, context) => loadDocument(context, message),
  }),
  threadId: t.exposeString('thread_id', { nullable: true }),
  author: t.field({ type: Creator, resolve: toCreator }),
  dateEdited: t.float({ resolve: ({ detail }) => (detail as MessageDetail).dateEdited }),
}))
