import { blockType, Creator } from './block.ts'
import { asideOf, documentOf } from '../lazy-content.ts'

interface MessageDetail {
  dateEdited?: number
}

export const Message = blockType('message', 'Something said, in a thread or about a block.', (t) => ({
  bodyHtml: t.string({ resolve: (message, _args, context) => asideOf<string>(context, message, 'bodyHtml') }),
  bodyDocument: t.string({
    description: "The content as the rich-text editor's JSON.",
    resolve: (message, _args, context) => documentOf(context, message),
  }),
  threadId: t.exposeString('thread_id', { nullable: true }),
  author: t.field({ type: Creator, resolve: ({ creator_id }) => ({ tenantId: creator_id }) }),
  dateEdited: t.float({ resolve: ({ detail }) => (detail as MessageDetail).dateEdited }),
}))
