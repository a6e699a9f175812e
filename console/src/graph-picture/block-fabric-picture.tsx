import { Loading } from '../ui/states.tsx'

export interface BlockFabricPictureProps {
  /** The block in the middle. */
  blockId: string
  /** Height of the picture (px). */
  height?: number
}

/** What a block is related to, as a picture: blocks by kind, and the people and topics that they share. */
export default function BlockFabricPicture({ height = 360 }: BlockFabricPictureProps) {
  return <Loading lines={4} height={height / 8} />
}
