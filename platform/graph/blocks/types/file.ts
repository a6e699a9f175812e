import { defineBlockType } from './block.ts'

interface FileDetail {
  fileName?: string
  mimeType?: string
  size?: number
  url?: string
}

const of = ({ detail }: { detail: object }) => detail as FileDetail

export const File = defineBlockType('file', 'A file that was created by a function.', (t) => ({
  fileName: t.string({ resolve: (file) => of(file).fileName ?? file.title }),
  mimeType: t.string({ resolve: (file) => of(file).mimeType }),
  size: t.float({ description: 'Size in bytes.', resolve: (file) => of(file).size }),
  url: t.string({ resolve: (file) => of(file).url ?? file.uri }),
}))
