import { Avatar } from '@mantine/core'
import { toSafeUrl } from '../../text/urls.ts'

interface ApplicationIconProps {
  label: string
  iconUrl: string | null | undefined
  size?: number
}

/** The icon of an application; its initials if there is none, or if it cannot be loaded. The name stands beside it. */
export function ApplicationIcon({ label, iconUrl, size = 36 }: ApplicationIconProps) {
  return (
    <Avatar
      src={toSafeUrl(iconUrl) ?? null}
      name={label}
      color="gray"
      size={size}
      radius="md"
      imageProps={{ referrerPolicy: 'no-referrer', alt: '', style: { objectFit: 'contain' } }}
      aria-hidden
    />
  )
}
