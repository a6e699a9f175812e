import { holdSecret } from '../../runtime/secret.ts'
import { type ChoiceField, FieldError, type FormValues, type KeyField, type KeyForm } from './form.ts'

/** Maximum length of a line, and of a long field (UTF-16 code units). */
const MAX_LINE_LENGTH = 1_024
const MAX_LONG_LENGTH = 32_768

/** A posted form: the values of the fields, or what is wrong with them. */
export interface PostedFields {
  values: FormValues
  /** Sentences by the name of the field. Empty if all values can be used. */
  errors: Readonly<Record<string, string>>
  /** What the form shows again: no secret, and nothing that looks like one. */
  shown: FormValues
}

/** Reads the fields that a form declares; others are ignored. `now`: epoch ms. */
export async function readPostedFields(form: KeyForm, posted: FormData, now: number): Promise<PostedFields> {
  const values: Record<string, string> = {}
  const errors: Record<string, string> = {}
  const shown: Record<string, string> = {}
  for (const field of form.fields) {
    try {
      const text = await readText(field, posted.getAll(field.name))
      if (field.secret) holdSecret(text)
      if (mayBeShown(field, text)) shown[field.name] = text
      values[field.name] = readValue(field, text, now)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      errors[error.field ?? field.name] = error.message
    }
  }
  return { values, errors, shown }
}

/** The one text of a field, pasted or from a file, without blanks around it. */
async function readText(field: KeyField, entries: readonly (string | File)[]): Promise<string> {
  const texts = entries.filter((entry) => typeof entry === 'string').map((text) => text.replace(/^\ufeff/, '').trim())
  const files = entries.filter((entry) => typeof entry !== 'string').filter(({ size }) => size > 0)
  const pasted = [...new Set(texts)].filter((text) => text !== '')
  if (field.kind !== 'long' && files.length > 0) throw new FieldError('Enter a text here, not a file.')
  if (files.length > 1) throw new FieldError('Choose only one file.')
  const [file] = files
  const text = file ? await readFile(file) : selectText(field, pasted)
  // The form shows a certificate again, whose file may be chosen again as well.
  if (file && pasted.some((other) => withoutReturns(other) !== withoutReturns(text))) {
    throw new FieldError('Paste the text or choose a file, but not both.')
  }
  const max = field.kind === 'long' ? MAX_LONG_LENGTH : MAX_LINE_LENGTH
  if (text.length > max) throw new FieldError(`This is longer than ${max} characters, more than any valid value.`)
  return text
}

/** Forms post line breaks as CR and LF. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r', '')
}

/** A choice posts its option and, if there is one, the other value, which counts. */
function selectText(field: KeyField, pasted: readonly string[]): string {
  const others = field.kind === 'choice' ? pasted.filter((text) => !isOption(field, text)) : pasted
  const candidates = others.length > 0 ? others : pasted
  if (candidates.length > 1) throw new FieldError('This field was sent more than once with different values.')
  return candidates[0] ?? ''
}

function isOption({ options }: ChoiceField, text: string): boolean {
  return options.some(({ value }) => value === text)
}

async function readFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).trim()
  } catch {
    throw new FieldError(
      'This file is not a text file. A text file in PEM or JSON format is needed, not DER, PFX or ZIP.',
    )
  }
}

function readValue(field: KeyField, text: string, now: number): string {
  if (text === '') {
    if (field.optional) return ''
    throw new FieldError(field.kind === 'long' ? 'Paste the text or choose a file.' : 'Fill in this field.')
  }
  if (text.includes('\0')) throw new FieldError('This contains a character that cannot be used.')
  if (field.kind !== 'long' && /[\r\n]/.test(text)) throw new FieldError('Enter a single line.')
  if (field.kind === 'choice' && !field.other && !isOption(field, text)) throw new FieldError('Choose one of these.')
  return field.read ? field.read(text, now) : text
}

/** A key that was pasted into a wrong field is not shown either. */
function mayBeShown(field: KeyField, text: string): boolean {
  if (field.secret || /PRIVATE KEY|private_key/i.test(text)) return false
  return field.kind === 'long'
    ? text.startsWith('-----BEGIN CERTIFICATE-----')
    : !/-----|[A-Za-z0-9+/=_-]{300,}/.test(text)
}
