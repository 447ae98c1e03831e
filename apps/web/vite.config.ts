import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API that `npm run dev` starts beside the watched front. */
const API = process.env['SONDE_DEV_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  build: {
    // No inlined assets and one sheet: the build step puts the sheet into each page itself.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': API } },
});
