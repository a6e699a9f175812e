/** "It is an error when this is so": a rule an administrator has made for an object. */
export interface ValidationRule {
  object: string
  /** A SOQL condition over the row, as it is going to be. */
  errorWhen: string
  message: string
  /** The field the message belongs to; the whole row when absent. */
  field?: string
}

/** What happens to a create that looks like a row that is there already. */
export interface DuplicateRule {
  object: string
  name: string
  matchRule: string
  /** Rows that agree in all of these, upper and lower case aside, and in none of them empty, are duplicates. */
  fields: readonly string[]
  /** `alert`: the header `Sforce-Duplicate-Rule-Header: allowSave=true` lets it pass. */
  action: 'alert' | 'block'
}

/** A saved tabular report. */
export interface ReportDefinition {
  id: string
  object: string
  /** Fields, also of parents: `Account.Name`. */
  columns: readonly string[]
  /** A SOQL condition. */
  where?: string
}
