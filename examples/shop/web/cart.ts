/** The cart on the page: what the customer sees before buying. */

export interface Line {
  article: string;
  count: number;
}

export class CartView {
  private lines: Line[] = [];

  add(article: string, count = 1): void {
    const line = this.lines.find((each) => each.article === article);
    if (line) line.count += count;
    else this.lines.push({ article, count });
  }

  async submit(card: string): Promise<number> {
    const response = await fetch("/orders", { method: "POST", body: JSON.stringify({ card, lines: this.lines }) });
    if (!response.ok) throw new Error(await response.text());
    return response.status;
  }
}
