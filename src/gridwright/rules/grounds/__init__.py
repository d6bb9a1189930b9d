"""What a firing relied on, said once and done twice.

    traversal   walks over a rule's conditions and conclusions and says what keeps each as it is
    run         does it at once, on a match in a position: the reference
    emit        writes it down as code, the second entry of a plan, which the kernel runs on the registers of a match
    collect     the instructions that both end in: what each of them reads

What a word of the language rests on stands with the word (`words/`).
"""
