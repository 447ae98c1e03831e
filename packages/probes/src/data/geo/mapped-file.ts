import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Maps a file of this many octets, open for reading. @throws if the system refuses */
type MapFile = (descriptor: number, octets: number) => Buffer;

const PROT_READ = 1;
const MAP_PRIVATE = 2;
/** `(void *) -1`, as all implementations of Linux define it. */
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;
/** `off_t` has 64 bits there. */
const architectures = ['x64', 'arm64', 'riscv64', 'loong64'];

let loading: Promise<MapFile | null> | null = null;

/**
 * The content of a file, without reading it: the system brings in the pages that are used, and may drop them again. The file
 * must never be shortened or written in place while it is in use, since the process would be killed by SIGBUS: for files
 * that are replaced by renaming only.
 * @returns null where this is not possible; then the file has to be read
 */
export async function mapFile(path: string): Promise<Buffer | null> {
  loading ??= bindMmap().catch(() => null);
  const map = await loading;
  if (map === null) return null;
  const file = await open(path, constants.O_RDONLY);
  try {
    const { size } = await file.stat();
    return size === 0 ? null : map(file.fd, size);
  } catch {
    return null;
  } finally {
    // The mapping remains.
    await file.close();
  }
}

async function bindMmap(): Promise<MapFile | null> {
  if (process.platform !== 'linux' || !architectures.includes(process.arch)) return null;
  const { default: koffi } = await import('koffi');
  const library = koffi.load(null);
  const mmap = library.func(
    'uintptr_t mmap(void *address, size_t octets, int access, int flags, int file, int64_t offset)',
  );
  const munmap = library.func('int munmap(uintptr_t address, size_t octets)');
  const unused = new FinalizationRegistry(
    ({ address, octets }: { readonly address: bigint; readonly octets: number }) => munmap(address, octets),
  );
  return (descriptor, octets) => {
    const address = BigInt(mmap(null, octets, PROT_READ, MAP_PRIVATE, descriptor, 0));
    if (address === MAP_FAILED) throw new Error(`mmap: errno ${koffi.errno()}`);
    const memory = koffi.view(address, octets);
    unused.register(memory, { address, octets });
    return Buffer.from(memory);
  };
}
