declare module 'html-encoding-sniffer' {
  /** Returns the name of the encoding of a document. */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options?: { xml?: boolean; transportLayerEncodingLabel?: string | undefined; defaultEncoding?: string | undefined },
  ): string
}
