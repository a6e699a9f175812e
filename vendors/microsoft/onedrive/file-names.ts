/**
 * Characters that OneDrive and SharePoint refuse in names of files.
 * https://support.microsoft.com/office/restrictions-and-limitations-in-onedrive-and-sharepoint-64883a5d-228e-48f5-b3d2-eb39e07630fa
 */
export const FORBIDDEN_CHARACTERS = /["*:<>?/\\|]/g

/** Beginnings, middles and ends that they refuse. */
const FORBIDDEN_PARTS = /^~\$|_vti_|^[. ]+|[. ]+$/gi

/** Names that are reserved, whatever the extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|\.lock|desktop\.ini)$/i

/** The name of a Word document, with its extension. */
export function toFileName(name: string): string {
  const base = name.replace(/\.(docx|pdf)$/i, '').replace(FORBIDDEN_PARTS, '-')
  return `${RESERVED.test(base) ? `${base}-` : base}.docx`
}
