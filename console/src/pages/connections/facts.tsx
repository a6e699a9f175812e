import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { When } from '../../ui/when.tsx'
import type { Connection } from './health.ts'
import classes from './layout.module.css'

const METHODS = { oauth: 'By signing in', key: 'With a key' } as const

/** What a connection is: account, application, way, and dates. */
export function Facts({ connection }: { connection: Connection }) {
  const { email, label, connectMethod, dateCertificateEnd, dateCreated } = connection
  return (
    <dl className={classes.facts}>
      <Fact name="Account">{email ?? 'None yet'}</Fact>
      <Fact name="Application">{label}</Fact>
      <Fact name="Connected">{connectMethod === null ? 'Not yet' : METHODS[connectMethod]}</Fact>
      <Fact name="Since">
        <When time={dateCreated} />
      </Fact>
      {dateCertificateEnd !== null && (
        <Fact name="Certificate ends">
          <When time={dateCertificateEnd} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm">
        {children}
      </Text>
    </div>
  )
}
