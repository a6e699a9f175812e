/** A validation rule that an administrator has defined for an object. */
export interface ValidationRule {
  object: string
  /** A SOQL condition over the row to be saved. When it is true, the write fails. */
  errorWhen: string
  message: string
  /** The field to which the message applies, by default the whole row. */
  field?: string
}

/** A duplicate rule, which applies when rows are created. */
export interface DuplicateRule {
  object: string
  name: string
  matchRule: string
  /** Rows are duplicates when all these fields are equal, ignoring case, and none of them is empty. */
  fields: readonly string[]
  /** With `alert`, the header `Sforce-Duplicate-Rule-Header: allowSave=true` permits the write. */
  action: 'alert' | 'block'
}

/** A saved tabular report. */
export interface ReportDefinition {
  id: string
  object: string
  /** Field paths, which may lead to parents: `Account.Name`. */
  columns: readonly string[]
  /** A SOQL condition. */
  where?: string
}
