// Reads the page and its numbers out of the document. What cannot be read is said, and left out.
import { valid } from "./check";
import { format, type DataTable, type Page } from "./page";
import { StoredTable, type Numbers, type Table } from "./table";

export interface Read<T> {
  value: T;
  problems: string[];
}

export function readPage(text: string | null | undefined): Read<Page | null> {
  if (!text || text.trim() === "") return refuse("The page is empty: its description is missing from the file.");
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return refuse(`The description of the page cannot be read; the file is cut off or damaged (${message(error)}).`);
  }
  if (typeof raw !== "object" || raw === null) return refuse("The description of the page is not an object.");
  const version = (raw as { takt?: unknown }).takt;
  if (version !== format) {
    return refuse(
      `This page has format ${String(version)}, but its viewer reads format ${format}. ` +
        "Write the page again with one version of the program.",
    );
  }
  return valid(raw as object);
}

function refuse(problem: string): Read<null> {
  return { value: null, problems: [problem] };
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The block of numbers: base64 of zlib. Gives as many bytes as can be read.
export async function readBlock(text: string | null | undefined): Promise<Read<Uint8Array>> {
  const none = new Uint8Array(0);
  const trimmed = (text ?? "").trim();
  if (trimmed === "") return { value: none, problems: ["The numbers are missing from the file."] };
  const problems: string[] = [];
  const packed = fromBase64(trimmed, problems);
  const { bytes, damaged } = await inflate(packed);
  if (damaged) problems.push(`The numbers are cut off or damaged; ${bytes.length} bytes of them could be read.`);
  return { value: bytes, problems };
}

function fromBase64(text: string, problems: string[]): Uint8Array {
  let clean = text;
  const bad = clean.search(/[^A-Za-z0-9+/=]/);
  if (bad >= 0) {
    const without = clean.replace(/[\r\n]/g, "");
    const stillBad = without.search(/[^A-Za-z0-9+/=]/);
    if (stillBad >= 0) problems.push(`The numbers hold a character that does not belong there, at place ${stillBad}.`);
    clean = stillBad >= 0 ? without.slice(0, stillBad) : without;
  }
  const padding = clean.indexOf("=");
  if (padding >= 0) clean = clean.slice(0, padding);
  if (clean.length % 4 === 1) clean = clean.slice(0, -1);
  const binary = atob(clean);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

// In pieces, so that what comes before a fault is kept: a stream that fails drops what nobody has read.
async function inflate(packed: Uint8Array): Promise<{ bytes: Uint8Array; damaged: boolean }> {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const pieces: Uint8Array[] = [];
  let damaged = false;
  const fail = (): void => {
    damaged = true;
  };
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      pieces.push(value);
    }
  })().catch(fail);
  const piece = 1 << 18;
  try {
    for (let at = 0; at < packed.length; at += piece) {
      await writer.write(packed.slice(at, at + piece) as Uint8Array<ArrayBuffer>);
    }
    await new Promise((resolve) => setTimeout(resolve, 0)); // let the reader take all before the end
    await writer.close();
  } catch {
    fail();
  }
  await reading;
  const bytes = new Uint8Array(pieces.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of pieces) {
    bytes.set(p, at);
    at += p.length;
  }
  return { bytes, damaged };
}

// Columns that lie fully within the block become tables; the others are named.
export function readTables(tables: readonly DataTable[], block: Uint8Array): Read<Table[]> {
  const value: Table[] = [];
  const problems: string[] = [];
  for (const table of tables) {
    const lost: string[] = [];
    const columns = [];
    for (const column of table.columns) {
      const values = numbers(block, column.type, column.offset, table.rows);
      if (values) columns.push({ ...column, values });
      else lost.push(column.name);
    }
    const time = columns[0];
    if (table.columns.length === 0 || time?.name !== table.columns[0].name || table.rows === 0) {
      problems.push(`Table "${table.name}" has no times that can be read; it is left out.`);
      continue;
    }
    if (!rises(time.values)) {
      problems.push(`The times of table "${table.name}" do not rise; it is left out.`);
      continue;
    }
    if (lost.length > 0) {
      const names = lost.length > 4 ? `${lost.slice(0, 4).join(", ")} …` : lost.join(", ");
      problems.push(`Table "${table.name}" lacks ${lost.length} of ${table.columns.length} columns: ${names}`);
    }
    value.push(new StoredTable(table.name, time.values, columns.slice(1), table.thinned));
  }
  return { value, problems };
}

function numbers(block: Uint8Array, type: "f4" | "f8", offset: number, rows: number): Numbers | null {
  const size = type === "f8" ? 8 : 4;
  if (offset % size !== 0 || offset + rows * size > block.byteLength) return null;
  const at = block.byteOffset + offset;
  return type === "f8" ? new Float64Array(block.buffer, at, rows) : new Float32Array(block.buffer, at, rows);
}

function rises(time: Numbers): boolean {
  for (let i = 0; i < time.length; ++i) {
    if (!Number.isFinite(time[i]) || (i > 0 && time[i] < time[i - 1])) return false;
  }
  return true;
}
