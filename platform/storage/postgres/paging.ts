/** Which part of a list is read: `size` items a page, pages counted from 0. */
export interface PageRequest {
  size: number
  page: number
}
