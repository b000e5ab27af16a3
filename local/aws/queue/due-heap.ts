export interface Due<T> {
  readonly at: number;
  readonly item: T;
}

/** A binary min-heap by time. It finds the next due entry in O(log n), however many messages wait. */
export class DueHeap<T> {
  #heap: Due<T>[] = [];

  get size(): number {
    return this.#heap.length;
  }

  /** Keeps only the entries for which `holds` returns true. They are sorted, because a sorted array is a valid heap. */
  keep(holds: (due: Due<T>) => boolean): void {
    this.#heap = this.#heap.filter(holds).sort((a, b) => a.at - b.at);
  }

  push(at: number, item: T): void {
    this.#heap.push({ at, item });
    this.#up(this.#heap.length - 1);
  }

  peek(): Due<T> | undefined {
    return this.#heap[0];
  }

  pop(): Due<T> | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#down(0);
    }
    return first;
  }

  #atOf(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #up(start: number): void {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.#atOf(parent) <= this.#atOf(index)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #down(start: number): void {
    for (let index = start; ; ) {
      const left = index * 2 + 1;
      const smaller = this.#atOf(left + 1) < this.#atOf(left) ? left + 1 : left;
      if (this.#atOf(smaller) >= this.#atOf(index)) return;
      this.#swap(smaller, index);
      index = smaller;
    }
  }

  #swap(a: number, b: number): void {
    const [itemA, itemB] = [this.#heap[a], this.#heap[b]];
    if (!itemA || !itemB) return;
    this.#heap[a] = itemB;
    this.#heap[b] = itemA;
  }
}
