import { setImmediate } from 'node:timers/promises'
import { cleanHtml } from '../../../html/clean-html.ts'
import type { NewBlock } from './new-block.ts'

/**
 * Adds `cleanBodyHtml` to blocks of mail with `bodyHtml`. Call it only for blocks that are going to be written: cleaning
 * costs more than everything else, and most mail of a page is unchanged. Yields to the event loop between two mails.
 */
export async function withCleanHtml(blocks: readonly NewBlock[]): Promise<NewBlock[]> {
  const cleaned: NewBlock[] = []
  for (const block of blocks) {
    const bodyHtml = block.kind === 'email' ? block.large?.bodyHtml : undefined
    if (typeof bodyHtml === 'string') {
      await setImmediate()
      cleaned.push({ ...block, large: { ...block.large, cleanBodyHtml: cleanHtml(bodyHtml) } })
    } else cleaned.push(block)
  }
  return cleaned
}
