/* A workload, as three models hold it: lengths, block and page. */

export const readWorkload = ({ lengths, block, page }) => ({
  lengths: lengths.value.split(",").map(Number), block: block.value, page: page.value,
});

export function showWorkload(models, { lengths, block, page }) {
  models.block.value = block;
  models.page.value = page;
  models.lengths.value = lengths.join(",");
}

/** What parts that show a workload say of themselves. */
export const workloadShown = ({ lengths, block, page }) => `${lengths.value} ${block.value} ${page.value}`;
