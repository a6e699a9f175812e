import { Button, Center, MantineProvider, Stack, Text, Title } from '@mantine/core'
import { cssVariables, theme } from './theme.ts'

export interface PlainPageProps {
  title: string
  detail?: string
  action: { label: string; onClick: () => void }
}

/** A page of somebody who is not signed in. */
export function PlainPage({ title, detail, action }: PlainPageProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Center component="main" mih="100vh" p="md">
        <Stack align="center" maw={420} ta="center">
          <img src="/icon.svg" alt="" width={48} height={48} />
          <Title order={1} size="h3">
            {title}
          </Title>
          {detail && <Text c="dimmed">{detail}</Text>}
          <Button onClick={action.onClick}>{action.label}</Button>
        </Stack>
      </Center>
    </MantineProvider>
  )
}
