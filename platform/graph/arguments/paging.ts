import type { PageRequest } from '../../storage/postgres/paging.ts'
import type { GraphContext } from '../context.ts'
import { badInput } from '../errors.ts'

export interface PageSizePolicy {
  defaultSize: number
  maxSize: number
}

export const LIST_SIZE: PageSizePolicy = { defaultSize: 50, maxSize: 500 }
/** The maximum offset of a page. */
const MAX_OFFSET = 100_000

type PageInput = { size?: number | null | undefined; page?: number | null | undefined } | null | undefined

/**
 * Parses `size` and `page`. A page without a size is ignored; a size above the maximum is clamped with a warning. Throws
 * BAD_USER_INPUT.
 */
export function parsePageRequest(
  input: PageInput,
  { warnings }: Pick<GraphContext, 'warnings'>,
  policy = LIST_SIZE,
): PageRequest {
  const requested = input?.size ?? policy.defaultSize
  const page = input?.size == null ? 0 : (input.page ?? 0)
  if (requested < 0) throw badInput('input.size', 'must not be negative.')
  if (page < 0) throw badInput('input.page', 'must not be negative.')
  const size = Math.min(requested, policy.maxSize)
  if (page * size > MAX_OFFSET) throw badInput('input.page', `lists can be read up to row ${MAX_OFFSET}.`)
  if (size < requested) {
    const message = `At most ${policy.maxSize} items are returned at a time.`
    warnings.push({ code: 'SIZE_CLAMPED', message, requested, applied: size })
  }
  return { size, page }
}
