/** A sentence with code between backticks. */
export function RichText({ text }: { text: string }) {
  return (
    <>
      {text.split("`").map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <code key={index} class="inline-code">
            {part}
          </code>
        ),
      )}
    </>
  );
}
