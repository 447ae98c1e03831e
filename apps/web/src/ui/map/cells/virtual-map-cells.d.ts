/** Made by `build/map-cells-plugin.ts`. */
declare module 'virtual:map-cells' {
  /** Part of each cell's file name. */
  export const hash: string;
  /** `zoom-x-y` of every cell, separated by spaces. */
  export const keys: string;
}
