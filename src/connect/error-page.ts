import type { Context } from 'koa'
import type { Hub } from '../hub.ts'
import { toProviderError } from '../middleware/problems.ts'
import { sendErrorPage } from './pages.ts'

/** Runs a route whose responses people see: its errors are rendered as HTML pages. */
export async function withErrorPage(ctx: Context, hub: Hub, work: () => Promise<void>): Promise<undefined> {
  try {
    await work()
  } catch (thrown) {
    sendErrorPage(ctx, hub, toProviderError(thrown))
  }
  return undefined
}
