import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** A quiet blue for actions and links; content brings its own colours. */
const brand: MantineColorsTuple = [
  '#eef2ff',
  '#dde5fd',
  '#b9c8fb',
  '#92a9f8',
  '#7190f5',
  '#5c80f4',
  '#4a70e8',
  '#3b5bdb',
  '#3450c0',
  '#2a42a3',
]

/** The library's colours, with darker text on light backgrounds: its orange and lime ones have too little contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant !== 'light') return colors
  return { ...colors, color: `light-dark(color-mix(in srgb, ${colors.color}, black 30%), ${colors.color})` }
}

export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  autoContrast: true,
  // Where black text on a colour becomes easier to read than white (WCAG 2.2, relative luminance).
  luminanceThreshold: 0.179,
  focusRing: 'auto',
  components: {
    // The header of a dialog is not that of the page, for which screen readers would take it.
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'none' } } } },
  },
})

/** Secondary text and errors with enough contrast for small sizes (WCAG 2.2, 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-5)',
  },
})
