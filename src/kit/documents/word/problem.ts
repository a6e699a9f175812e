/**
 * Why a document cannot be read. `unreadable`: it is no Word document, damaged or encrypted. `other-kind`: a template with
 * its own extension, or a document with macros. `too-large`: it takes too much memory or time.
 */
export type DocumentProblem = 'unreadable' | 'other-kind' | 'too-large'

/** A document that cannot be read. */
export class UnusableDocumentError extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`the document is ${problem}`, options)
    this.problem = problem
  }
}
