import {
  type Configuration,
  invalid,
  readFormat,
  readText,
  requireText,
} from '../../../src/kit/documents/configuration.ts'
import { type Location, OWN_FILES, toLocation } from './locations.ts'

const FORMATS = ['docx', 'pdf'] as const

export type Format = (typeof FORMATS)[number]

/** The configuration of the function. */
export interface FunctionConfiguration {
  template: Location
  /** Default: the user's own files. */
  folder: Location
  /** May contain placeholders. */
  name: string | undefined
  format: Format
}

/** Throws ValidationError. */
export function readConfiguration(configuration: Configuration): FunctionConfiguration {
  const template = requireText(configuration, 'template', 'a link to a Word document, or its id')
  const folder = readText(configuration, 'folder')
  return {
    template: requireLocation('template', template),
    folder: folder === undefined ? OWN_FILES : requireLocation('folder', folder),
    name: readText(configuration, 'name'),
    format: readFormat(configuration, FORMATS),
  }
}

function requireLocation(member: string, text: string): Location {
  const location = toLocation(text)
  if (location) return location
  throw invalid(member, 'must be a link of OneDrive or SharePoint, or an id of the form <driveId>/<itemId>.')
}
