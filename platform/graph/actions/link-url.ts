import {
  attachToBlock,
  requestWebsite,
  toAttachable,
  upsertLinkedDocument,
  upsertWebsite,
} from '../../actions/links/documents.ts'
import { parsePastedUrl, type ResolvedUrl, resolveUrl } from '../../actions/links/resolve-url.ts'
import type { Mutation } from '../../storage/graph/access/mutation.ts'
import type { BlockRow } from '../../storage/graph/access/visibility.ts'
import type { BusinessObjectRow } from '../../storage/graph/blocks/related-rows.ts'
import { loadBlock } from '../blocks/child-blocks.ts'
import { lockReference, requireWritable } from '../blocks/references.ts'
import { Block } from '../blocks/types/block.ts'
import { builder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { ReferenceBlockInput } from '../values/block-reference.ts'
import { BusinessObjectLink } from '../values/business-object.ts'
import { withCost } from '../with-cost.ts'
import { lockWritable, withMutation } from '../with-mutation.ts'
import { ACTION_TIMEOUT_MS, withActionErrors } from './errors.ts'

builder.objectField(BusinessObjectLink, 'block', (t) =>
  t.field({
    type: Block,
    nullable: true,
    description: 'The block it is attached to: the referenceBlock of linkUrl, or the block that linkUrl created.',
    resolve: async ({ block_id }, _args, context) => (await loadBlock(context, block_id)) ?? null,
  }),
)

const LinkUrlInput = builder.inputType('LinkUrlInput', {
  fields: (t) => ({
    url: t.string({ required: true }),
    referenceBlock: t.field({ type: ReferenceBlockInput, description: 'The block to attach the link to.' }),
  }),
})

builder.mutationField('linkUrl', (t) =>
  t.field({
    type: BusinessObjectLink,
    description:
      'Resolves a pasted URL to a document that a connected provider knows, or else to a website. Attaches it to the ' +
      'referenceBlock, or creates a block for it. Linking the same URL again returns the same link. The title and the ' +
      'description of a website follow when its page has been fetched.',
    ...withCost({ heavy: true, timeoutMs: ACTION_TIMEOUT_MS }),
    args: { input: t.arg({ type: LinkUrlInput, required: true }) },
    resolve: (_root, { input }, context) => linkUrl(context, input),
  }),
)

async function linkUrl(context: GraphContext, input: typeof LinkUrlInput.$inferInput): Promise<BusinessObjectRow> {
  const { providerActions, viewer, signal } = context
  const { referenceBlock } = input
  const url = await withActionErrors(() => parsePastedUrl(input.url))
  // Checked before any provider is called: viewers who may not edit the block learn nothing about the URL.
  if (referenceBlock) await withMutation(context, (mutation) => lockTarget(mutation, referenceBlock))
  const resolved = await withActionErrors(() => resolveUrl(providerActions, viewer.tenantId, url, signal))
  return withMutation(context, async (mutation) => {
    const block = referenceBlock
      ? await lockTarget(mutation, referenceBlock)
      : await upsertResolvedBlock(mutation, url, resolved)
    if (!resolved) await requestWebsite(mutation, block.tenant_id, url)
    return attachToBlock(mutation, block, toAttachable(url, resolved))
  })
}

async function lockTarget(mutation: Mutation, reference: typeof ReferenceBlockInput.$inferInput): Promise<BlockRow> {
  const block = await lockReference(mutation, 'input.referenceBlock', reference)
  requireWritable(block)
  return block
}

async function upsertResolvedBlock(mutation: Mutation, url: URL, resolved: ResolvedUrl | undefined): Promise<BlockRow> {
  const id = resolved ? await upsertLinkedDocument(mutation, resolved) : await upsertWebsite(mutation, url)
  return lockWritable(mutation, id)
}
