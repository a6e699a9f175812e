import { commonRules } from './common.ts'
import { functions } from './functions.ts'
import { insight } from './insight.ts'
import { link } from './links.ts'
import { notes } from './notes.ts'
import { query } from './queries.ts'
import { records } from './records.ts'
import type { Action, ActionName, Exercises, Rule } from './rule.ts'
import { tags } from './tags.ts'

/** An action with all its rules. The type of its exercise is erased: `findRules` is given the exercise of the same name. */
export interface AnyAction extends Omit<Action, 'rules'> {
  rules: readonly Rule<unknown>[]
}

export const ACTIONS: readonly AnyAction[] = [insight, records, notes, tags, link, functions, query].map((action) => {
  const any = action as unknown as Action
  return { ...any, rules: [...commonRules(any), ...any.rules] as Rule<unknown>[] }
})

export type { ActionName, Exercises }
