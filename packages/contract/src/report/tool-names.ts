import { tools } from '../tools/index.ts';

/** Where the specification calls a tool otherwise in the menu than on its page. */
const inMenu: Readonly<Record<string, string>> = {
  ssl: 'SSL Info',
  whois: 'Who Is',
  subdomain: 'SubDomain',
  mac: 'Mac Id Info',
};

/** The name of a tool in reports and exports: that of the menu. For a tool that only newer servers have, its id. */
export function nameOfTool(tool: string): string {
  const all: Readonly<Record<string, { readonly title: string }>> = tools;
  if (!Object.hasOwn(all, tool)) return tool === 'report' ? 'Report' : tool;
  return inMenu[tool] ?? all[tool]?.title ?? tool;
}
