/** Media type of a Word document (`.docx`). */
export const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Word documents that are read or filled have at most this size (bytes). */
export const MAX_WORD_BYTES = 25 * 1024 * 1024
