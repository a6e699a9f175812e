import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

/** The platform that the development server forwards to. */
const { PLATFORM_URL = 'http://127.0.0.1:4000', CONSOLE_PORT = '5173' } = process.env

export default defineConfig({
  root: import.meta.dirname,
  // The platform sends the compressed files to browsers that accept them.
  plugins: [
    react(),
    compression({ threshold: 1_000, algorithms: [defineAlgorithm('gzip'), defineAlgorithm('brotliCompress')] }),
  ],
  build: {
    outDir: resolve(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2024',
    // Nothing is inlined, because the content security policy allows scripts and workers from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    port: Number(CONSOLE_PORT),
    strictPort: true,
    proxy: {
      '/api': { target: PLATFORM_URL, ws: true },
      '/console.json': { target: PLATFORM_URL },
    },
  },
})
