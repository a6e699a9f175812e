import { useEffect, useRef, useState } from 'react'

/**
 * The search text of a list of choices that begins with a typed character. The list sets the text to the name of what is
 * chosen when it is first shown, which would take the place of the character.
 */
export function useTypedSearch(typed: string | undefined) {
  const [searchValue, setSearchValue] = useState(typed ?? '')
  const ignores = useRef(typed !== undefined)
  useEffect(() => {
    ignores.current = false
    return () => {
      ignores.current = typed !== undefined
    }
  }, [typed])
  const onSearchChange = (text: string) => {
    if (!ignores.current) setSearchValue(text)
  }
  return { searchValue, onSearchChange }
}
