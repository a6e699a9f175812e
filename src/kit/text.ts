/** Dates, time zones, HTML and encoded words, as vendors send them. */
export * from './encoded-words.ts'
export * from './html.ts'
export * from './time.ts'
