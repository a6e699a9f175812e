import { Anchor, Badge, Text } from '@mantine/core'
import { Link } from 'react-router'
import { ConnectedScopesDocument } from '../../documents.ts'
import { useGraphQuery } from '../../graph/use-graph.ts'
import { toLine } from '../../text/blocks.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toAccounts } from './scopes.ts'
import classes from './settings.module.css'

const ALL = { input: { size: 100 } }

/** What each connected account may do, and what it lacks. */
export function Scopes() {
  const query = useGraphQuery(ConnectedScopesDocument, ALL, { topics: ['connections'] })
  return (
    <Section
      title="What connected accounts may do"
      anchor="scopes"
      action={
        <Anchor component={Link} to="/connections" size="xs">
          All connections
        </Anchor>
      }
    >
      <Loaded query={query}>
        {(data) => {
          const accounts = toAccounts(data)
          if (accounts.length === 0) {
            return (
              <Text size="sm" c="dimmed">
                No account is connected.{' '}
                <Anchor component={Link} to="/welcome" inherit>
                  Connect one
                </Anchor>
              </Text>
            )
          }
          return (
            <ul className={classes.list} aria-label="Connected accounts">
              {accounts.map(({ id, label, email, scopes, problem, isByKey }) => (
                <li key={id} className={classes.item}>
                  <div>
                    <Anchor component={Link} to={`/connections/${id}`} size="sm">
                      {label}
                    </Anchor>
                    <Text size="xs" c="dimmed">
                      {email !== undefined && <bdi>{email}: </bdi>}
                      {scopes}
                      {isByKey && ', by a key of an administrator'}
                    </Text>
                    {problem !== undefined && (
                      <Text size="xs" c="var(--mantine-color-orange-text)">
                        {toLine(problem)}{' '}
                        <Anchor component={Link} to={`/connections/${id}`} inherit>
                          See what to do
                        </Anchor>
                      </Text>
                    )}
                  </div>
                  {problem !== undefined && (
                    <Badge size="sm" variant="light" color="orange" tt="none">
                      Needs you
                    </Badge>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Section>
  )
}
