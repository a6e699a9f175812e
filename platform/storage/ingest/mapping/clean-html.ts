import { setImmediate } from 'node:timers/promises'
import { cleanHtml } from '../../../html/clean-html.ts'
import type { NewBlock } from './new-block.ts'

/**
 * Adds `cleanBodyHtml` beside the `bodyHtml` of mail. Meant for what is going to be written only: cleaning costs more
 * than all the rest, and most mail of a page is known already. Between two mails the process does other work.
 */
export async function withCleanHtml(drafts: readonly NewBlock[]): Promise<NewBlock[]> {
  const clean: NewBlock[] = []
  for (const draft of drafts) {
    const bodyHtml = draft.kind === 'email' ? draft.large?.bodyHtml : undefined
    if (typeof bodyHtml === 'string') {
      await setImmediate()
      clean.push({ ...draft, large: { ...draft.large, cleanBodyHtml: cleanHtml(bodyHtml) } })
    } else clean.push(draft)
  }
  return clean
}
