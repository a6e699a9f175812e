import { recordingsIn } from '../../kit/recordings.ts'

export const { recording, replay } = recordingsIn(new URL('recordings/', import.meta.url))
