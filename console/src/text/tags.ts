import type { TagType } from '../../../platform/client/index.ts'
import { COMPANY_SUBTYPE, TAG_KINDS } from './kinds.ts'

/** What a tag is, in words and signs. */
export interface TagKindOf {
  tagType: TagType
  tagSubType?: string | null
}

export function isCompany({ tagType, tagSubType }: TagKindOf): boolean {
  return tagType === 'topic' && tagSubType === COMPANY_SUBTYPE
}

/** Such as “company” and “person”. */
export function nameOfKind(tag: TagKindOf): string {
  return isCompany(tag) ? 'company' : TAG_KINDS[tag.tagType].singular
}

/** With a capital letter, as at the beginning of a sentence. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What identifies a tag besides its name: the address of a person, the domain of a company. */
export function identityOf({ email, emailDomain }: { email?: string | null; emailDomain?: string | null }): string {
  return email ?? emailDomain ?? ''
}

/** One or two letters for a round picture: the first of the first and of the last word. Empty for names without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s,]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], ...(words.length > 1 ? [words.at(-1)] : [])].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toLocaleUpperCase()
}

/** Colours of the theme that differ enough from each other, and from those of errors. */
const AVATAR_COLORS = ['blue', 'violet', 'grape', 'pink', 'orange', 'lime', 'teal', 'cyan', 'indigo'] as const

/** A colour that a tag always has. */
export function colorOf(id: string): string {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 2_147_483_647
  return AVATAR_COLORS[sum % AVATAR_COLORS.length] ?? 'gray'
}

/** An address as a person types it; the platform decides. */
const EMAIL = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/u

export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim())
}
