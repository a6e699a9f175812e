import { Badge, List, Stack, Text } from '@mantine/core'
import type { BlockOf } from '../shared/block.ts'
import { Facts } from '../shared/facts.tsx'
import { References } from '../shared/references.tsx'
import { Section } from '../shared/section.tsx'
import { LinkedText } from '../text/linked.tsx'

function State({ enabled }: { enabled: boolean | null }) {
  const isOn = enabled !== false
  return (
    <Badge variant="light" color={isOn ? 'teal' : 'gray'}>
      {isOn ? 'On' : 'Off'}
    </Badge>
  )
}

/** An agent: what it does, and the blocks that it watches. An application runs it. */
export function AgentContent({ agent: { enabled, instructions, watching } }: { agent: BlockOf<'Agent'> }) {
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: 'State', value: <State enabled={enabled} /> },
          { label: 'Watches', value: watching.length > 0 ? <References references={watching} /> : 'Nothing yet' },
        ]}
      />
      <Section title="Instructions">
        {instructions?.trim() ? (
          <LinkedText text={instructions} />
        ) : (
          <Text size="sm" c="dimmed">
            It has no instructions.
          </Text>
        )}
      </Section>
    </Stack>
  )
}

/** A workflow: what starts it, and its steps. An application runs it. */
export function WorkflowContent({ workflow }: { workflow: BlockOf<'Workflow'> }) {
  const { enabled, trigger, startsFrom, steps } = workflow
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { label: 'State', value: <State enabled={enabled} /> },
          { label: 'Starts when', value: trigger && <bdi>{trigger}</bdi> },
          { label: 'Starts from', value: startsFrom.length > 0 && <References references={startsFrom} /> },
        ]}
      />
      <Section title="Steps">
        {steps.length === 0 ? (
          <Text size="sm" c="dimmed">
            It has no steps.
          </Text>
        ) : (
          <List type="ordered" size="sm" spacing="xs">
            {steps.map(({ title, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and their place is what they are
              <List.Item key={index}>
                <Text size="sm" fw={500}>
                  <bdi>{title?.trim() || `Step ${index + 1}`}</bdi>
                </Text>
                {text?.trim() && <LinkedText text={text} />}
              </List.Item>
            ))}
          </List>
        )}
      </Section>
    </Stack>
  )
}
