import type { PageRequest } from '../../storage/postgres/paging.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'

export interface PageSizePolicy {
  defaultSize: number
  maxSize: number
}

export const LIST_SIZE: PageSizePolicy = { defaultSize: 50, maxSize: 500 }
/** How far into a list one may page. */
const MAX_OFFSET = 100_000

type PageInput = { size?: number | null | undefined; page?: number | null | undefined } | null | undefined

/** The part of a list that is asked for. A page without a size is ignored; a size that is too large is cut. */
export function parseSlice(
  input: PageInput,
  { warnings }: Pick<GraphContext, 'warnings'>,
  rule = LIST_SIZE,
): PageRequest {
  const wanted = input?.size ?? rule.defaultSize
  const page = input?.size == null ? 0 : (input.page ?? 0)
  if (wanted < 0) throw badInput('input.size', 'must not be negative.')
  if (page < 0) throw badInput('input.page', 'must not be negative.')
  const size = Math.min(wanted, rule.maxSize)
  if (page * size > MAX_OFFSET) throw badInput('input.page', `lists can be read up to row ${MAX_OFFSET}.`)
  if (size < wanted) {
    const message = `At most ${rule.maxSize} are answered at a time.`
    warnings.push({ code: 'SIZE_CLAMPED', message, requested: wanted, applied: size })
  }
  return { size, page }
}
