/** Major version of the interface that these schemas describe. Providers send it with every response. */
export const INTERFACE_VERSION = '1'
