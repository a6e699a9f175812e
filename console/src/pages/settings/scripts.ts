/** A command that requests the graph with a token from a variable, so that none is in the shell's history. */
export function curlExample(apiUrl: string, timeZone: string): string {
  return [
    `curl ${apiUrl} \\`,
    `  -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \\`,
    `  -H 'x-user-timezone: ${timeZone}' \\`,
    `  -d '{"query": "{ tenant { email } searchGraphCount(input: { scopeToOwnTasks: true }) }"}'`,
  ].join('\n')
}

/** Reads a copied token into the variable without showing it. */
export const READ_TOKEN = 'read -rs ACCESS_TOKEN && export ACCESS_TOKEN'
