// What is selected: one element of the mechanism. The scene, the source and the keyboard share it.
export interface Selected {
  kind: "body" | "joint" | "link" | "arrow";
  index: number; // in the list of the scene
}

export class Selection {
  private current: Selected | null = null;
  private readonly listeners: ((from: string) => void)[] = [];

  get value(): Selected | null {
    return this.current;
  }

  // `from` names who selected, so that it need not scroll to what it just showed.
  set(value: Selected | null, from: string): void {
    const same = value?.kind === this.current?.kind && value?.index === this.current?.index;
    if (same) return;
    this.current = value;
    for (const listener of this.listeners) listener(from);
  }

  onChange(listener: (from: string) => void): void {
    this.listeners.push(listener);
  }
}
