import { ValidationError } from '../errors.ts'
import { normalizeName } from './placeholders.ts'

/** The configuration of an installed function, as the platform sends it. Members that are not read are ignored. */
export type Configuration = Readonly<Record<string, unknown>> | undefined

/**
 * A text of the configuration, trimmed; undefined if it is missing, null or blank. Throws ValidationError at
 * `#/configuration/<member>` for anything but a text.
 */
export function readText(configuration: Configuration, member: string): string | undefined {
  const value = configuration?.[member]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid(member, 'must be a text.')
  return value.trim() || undefined
}

/** Like `readText`, for a required text. `description` completes the sentence “is required: …”. */
export function requireText(configuration: Configuration, member: string, description: string): string {
  const text = readText(configuration, member)
  if (text === undefined) throw invalid(member, `is required: ${description}.`)
  return text
}

/** The `format` of the result. The first of `formats` is the default. Throws ValidationError for any other. */
export function readFormat<Format extends string>(
  configuration: Configuration,
  formats: readonly [Format, ...Format[]],
): Format {
  const text = readText(configuration, 'format')?.toLowerCase()
  if (text === undefined) return formats[0]
  const format = formats.find((candidate) => candidate === text)
  if (!format) throw invalid('format', `must be one of: ${formats.join(', ')}.`)
  return format
}

/** The names in `fields`, normalized, each once; undefined if there are none. Throws ValidationError. */
export function readFields(configuration: Configuration): string[] | undefined {
  const value = configuration?.fields
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw invalid('fields', 'must be a list of names.')
  const names = value.map((name: unknown, index) => {
    const text = typeof name === 'string' ? normalizeName(name) : ''
    if (!text) throw invalid(`fields/${index}`, 'must be a name.')
    return text
  })
  return names.length > 0 ? [...new Set(names)] : undefined
}

/** For a member of the configuration that is invalid: 400 at `#/configuration/<member>`. */
export function invalid(member: string, detail: string, cause?: unknown): ValidationError {
  return ValidationError.at(`#/configuration/${member}`, detail, cause)
}

/**
 * The inputs of a function are unknown: 400 with both pointers. They are read from the template with the connection of the
 * user who installs the function, or are the `fields` of the configuration.
 */
export function unknownInputs(): ValidationError {
  const detail = 'One of templateConnectedProvider and configuration.fields is required, to know the inputs.'
  return new ValidationError(detail, [
    { pointer: '#/templateConnectedProvider', detail: 'is required, unless configuration.fields lists the inputs.' },
    {
      pointer: '#/configuration/fields',
      detail: 'is required, unless templateConnectedProvider can read the template.',
    },
  ])
}
