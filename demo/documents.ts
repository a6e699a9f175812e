import { FILE_ID } from '../sandbox/google/seed/file-ids.ts'
import { paint, write } from './output.ts'
import type { Person } from './person.ts'

const APPLICATION = 'google-docs'
const FUNCTION = 'google-docs-from-template'
const TEMPLATE = `https://docs.google.com/document/d/${FILE_ID.template}/edit`

/** What the person enters for the placeholders of the sample template. */
const VALUES: Readonly<Record<string, string>> = {
  Company: 'Halden Trelast AS',
  Contact: 'Ingrid Sørensen',
  Project: 'The warehouse pilot',
  Seats: '40',
  Amount: '18,500',
  Sender: 'Ada Moreau',
  'Payment days': '40',
}

const CONNECTIONS = '{ connections(input: { application: "google-docs" }) { _id } }'
const INSTALL = `mutation Install($input: InstallFunctionInput!) {
  installFunction(input: $input) { functionId inputs { name label } }
}`
const EXECUTE = `mutation Execute($input: ExecuteFunctionInput!) {
  executeFunction(input: $input) { outputUrl block { title } }
}`

interface Installed {
  installFunction: { functionId: string; inputs: { name: string; label: string }[] }
}

/** Makes a document from a template of the person, and prints it. Does nothing if the application is not connected. */
export async function printDocument(person: Person): Promise<void> {
  const [connection] = (await person.execute<{ connections: { _id: string }[] }>(CONNECTIONS)).connections
  if (!connection) return
  const configuration = [
    { name: 'template', value: TEMPLATE },
    { name: 'name', value: 'Proposal for {{Company}}' },
  ]
  const { installFunction } = await person.execute<Installed>(INSTALL, {
    input: { connectionId: connection._id, functionName: FUNCTION, configuration },
  })
  const { functionId, inputs } = installFunction
  const values = inputs.map(({ name, label }) => ({ name, value: VALUES[name] ?? `(${label.toLowerCase()})` }))
  const { executeFunction: result } = await person.execute<{
    executeFunction: { outputUrl: string; block: { title: string } }
  }>(EXECUTE, { input: { functionId, connectionId: connection._id, values } })
  write(paint('bold', '\nMade by a function'))
  write(
    `  ${result.block.title}, from the template “Proposal template” of ${APPLICATION}, ${inputs.length} placeholders filled`,
  )
  write(`  ${paint('dim', result.outputUrl)}`)
}
