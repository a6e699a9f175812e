/** A value of a posted form that cannot be used. The message is for the person who filled in the form, and quotes nothing of it. */
export class FieldError extends Error {
  /** Name of the field. Absent: the one that is being read. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

interface FieldBase {
  name: string
  label: string
  /** Where to find the value, below the label. */
  hint?: string
  /** Default: the field must be filled in. */
  optional?: boolean
  /** A secret is never shown again. */
  secret?: boolean
  /** The value in the form in which `toKey` gets it. Throws FieldError. `now`: epoch ms. */
  read?: (text: string, now: number) => string
}

/** One line. */
export interface TextField extends FieldBase {
  kind: 'text'
  placeholder?: string
}

/** One of some values, the first by default, or another one in a line of its own. */
export interface ChoiceField extends FieldBase {
  kind: 'choice'
  options: readonly { value: string; label: string }[]
  /** Label of the line for another value. */
  other?: string
  placeholder?: string
}

/** A long text, pasted or chosen as a file: both inputs have the name of the field. */
export interface LongField extends FieldBase {
  kind: 'long'
  /** The files that the browser shows, e.g. `.pem,.key`. */
  accept?: string
}

export type KeyField = TextField | ChoiceField | LongField

/** The form for a key, declared by an application. Texts are plain text. */
export interface KeyForm {
  title: string
  /** What the person needs before filling it in. */
  introduction: readonly string[]
  /** Lines to copy into the vendor's settings, e.g. a list of scopes. */
  copies?: readonly { label: string; text: string }[]
  fields: readonly KeyField[]
  /** Name of the field for the address of the account. It holds that of an account that is connected again. */
  accountField?: string
}

/** The values of all fields by name; `''` for an optional field that is empty. */
export type FormValues = Readonly<Record<string, string>>
