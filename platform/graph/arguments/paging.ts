import type { Slice } from '../../storage/connections/lists.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'

export interface SizeRule {
  usual: number
  most: number
}

export const LIST_SIZE: SizeRule = { usual: 50, most: 500 }
/** How far into a list one may page. */
const DEEPEST_ROW = 100_000

type PageInput = { size?: number | null | undefined; page?: number | null | undefined } | null | undefined

/** The part of a list that is asked for. A page without a size is ignored; a size that is too large is cut. */
export function sliceOf(input: PageInput, { warnings }: Pick<GraphContext, 'warnings'>, rule = LIST_SIZE): Slice {
  const wanted = input?.size ?? rule.usual
  const page = input?.size == null ? 0 : (input.page ?? 0)
  if (wanted < 0) throw badInput('input.size', 'must not be negative.')
  if (page < 0) throw badInput('input.page', 'must not be negative.')
  const size = Math.min(wanted, rule.most)
  if (page * size > DEEPEST_ROW) throw badInput('input.page', `lists can be read up to row ${DEEPEST_ROW}.`)
  if (size < wanted) {
    const message = `At most ${rule.most} are answered at a time.`
    warnings.push({ code: 'SIZE_CLAMPED', message, requested: wanted, applied: size })
  }
  return { size, page }
}
