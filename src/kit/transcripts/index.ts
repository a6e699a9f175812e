/** Reading transcripts of meetings so that every meeting is delivered or named in a warning. */
export * from './events.ts'
export * from './names.ts'
export * from './page.ts'
export * from './people.ts'
export * from './position.ts'
export * from './reader.ts'
export * from './text.ts'
export * from './warnings.ts'
