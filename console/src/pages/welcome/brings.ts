import type { Application } from '../connections/use-applications.ts'

type Sobject = Exclude<keyof Application['sobjects'], '__typename'>

/** What is imported or possible with a kind of data. */
const BRINGS: Readonly<Record<Sobject, string>> = {
  calendar: 'Calendars and events',
  email: 'Mail',
  transcription: 'Transcripts of meetings',
  message: 'Messages',
  table: 'Records and tables',
  function: 'Documents and reports',
}

/** What connecting an application brings, in a few words each. */
export function describeBrings({ sobjects }: Pick<Application, 'sobjects'>): string[] {
  return (Object.keys(BRINGS) as Sobject[]).flatMap((name) => (sobjects[name] ? [BRINGS[name]] : []))
}
