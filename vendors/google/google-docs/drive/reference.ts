import { type Configuration, invalid, readText, requireText } from '../../../../src/kit/documents/configuration.ts'
import { type FileAddress, parseFileReference } from './address.ts'

/** The file that a member of the configuration names by link or id. Throws ValidationError. */
export function requireReference(configuration: Configuration, member: string, description: string): FileAddress {
  return parse(member, requireText(configuration, member, description))
}

/** Like `requireReference`; undefined if the member is missing. */
export function readReference(configuration: Configuration, member: string): FileAddress | undefined {
  const text = readText(configuration, member)
  return text === undefined ? undefined : parse(member, text)
}

function parse(member: string, text: string): FileAddress {
  const address = parseFileReference(text)
  if (address) return address
  throw invalid(
    member,
    'must be a link to docs.google.com or drive.google.com, or an id. Published pages have neither.',
  )
}
