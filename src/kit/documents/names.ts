import { fillPlaceholders } from './placeholders.ts'

/** Of the result's name (characters of Unicode). All vendors accept it, with an extension. */
const MAX_LENGTH = 200

/** What a result is called. */
export interface NameOptions {
  /** The `name` of the configuration, which may contain placeholders. */
  name?: string | undefined
  values: ReadonlyMap<string, string>
  /** Name of the template, without an extension. */
  template: string
  /** Now, epoch ms. */
  now: number
  /** Characters that the vendor forbids in names; each becomes `-`. */
  forbidden?: RegExp
}

/**
 * The name of a result, on one line and without an extension: the configured name with its placeholders filled, or by
 * default the template's name and the day in UTC, such as `Offer 2026-11-02`.
 */
export function toResultName({ name, values, template, now, forbidden }: NameOptions): string {
  const clean = (text: string) => toLine(forbidden ? text.replace(forbidden, '-') : text)
  const configured = name && clean(fillPlaceholders(name, values))
  return configured || `${clean(template)} ${new Date(now).toISOString().slice(0, 10)}`.trim()
}

function toLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return [...line].slice(0, MAX_LENGTH).join('').trim()
}
