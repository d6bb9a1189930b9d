"""grade, explain and hint keep their contracts."""

from __future__ import annotations

FOUR = "1...3..4..2....1"
QUEENS = "1:AAAAB/AAAAA/CDDAA/CDEEE/CDDEE"
RULES = """
technique mine
  seen    group g; value v in missing(g); |places(v, g)| = 1
  then    place(the(places(v, g)), v)
  because "{v} must go there"
  holds   "a group holds every value"
"""


def test_grade_prints_one_object_with_the_promised_keys(run) -> None:
    done = run("grade", "--json", "--genre", "sudoku", FOUR)
    (found,) = done.objects

    assert 0 == done.code
    promised = "schema puzzle genre status scale tier rating hardest steps techniques proof_size seconds"
    assert promised.split() == list(found)
    assert ("gridwright.grade/1", "solved", "Gentle") == (found["schema"], found["status"], found["tier"])


def test_grade_tells_a_person(run) -> None:
    done = run("grade", "--genre", "sudoku", "--open", FOUR)

    told = "Gentle: rating 12.5, hardest hidden-single, 11 steps (last-cell 8, hidden-single 3)"
    assert f"{told}, open 10 9 9 8 7 6 5 4 3 2 1\n" == done.out


def test_grade_exits_1_without_one_solution_and_goes_on_after_a_bad_line(run) -> None:
    assert (1, "multiple: there are several solutions\n") == (
        (done := run("grade", "--genre", "sudoku", "." * 16)).code, done.out,
    )  # fmt: skip
    done = run("grade", "--json", "--genre", "sudoku", "-", stdin=f"rubbish\n{FOUR}\n")
    assert (2, "Gentle") == (done.code, done.objects[1]["tier"])
    assert "line" in done.objects[0]


def test_an_unknown_scale_or_voice_is_misuse(run) -> None:
    assert 2 == run("grade", "--scale", "standart", "--genre", "sudoku", FOUR).code
    assert 2 == run("explain", "--voice", "shakespeare", "--genre", "sudoku", FOUR).code


def test_explain_prints_steps_with_evidence_and_premises(run) -> None:
    (found,) = run("explain", "--json", "--genre", "sudoku", FOUR).objects

    assert ("solved", 11) == (found["status"], len(found["steps"]))
    promised = ["technique", "evidence", "conclusions", "premises", "text"]
    assert promised == [name for name in found["steps"][1] if name in promised]
    assert list(range(1, 12)) == [step["number"] for step in found["steps"]]
    assert {"g": "row 1", "v": "4"} == found["steps"][0]["evidence"]
    assert [1] == found["steps"][1]["premises"]
    assert all(step["text"] for step in found["steps"])


def test_why_tells_the_shortest_way_to_a_fact(run) -> None:
    done = run("explain", "--genre", "sudoku", "--why", "r4c2=3", FOUR)
    numbers = [int(line.split(".")[0]) for line in done.out.splitlines()[:-1]]

    assert (0, [1, 2]) == (done.code, numbers)
    assert "That r4c2 is 3 follows in two steps." == done.out.splitlines()[-1]
    done = run("explain", "--genre", "sudoku", "--why", "r1c1=1", FOUR)
    assert "That r1c1 is 1 is so from the start.\n" == done.out


def test_a_scale_and_a_voice_may_be_files(run, tmp_path) -> None:
    scale, voice = tmp_path / "one.toml", tmp_path / "mine.toml"
    tiers = '[[boards]]\n[[boards.tiers]]\nname = "All"\n[boards.tiers.techniques]\nhidden-single = 4\n'
    head = 'name = "one"\nversion = 1\nkind = "trace"\nrating = "maximum"\nbeyond = "Beyond"\n'
    scale.write_text(head + tiers, encoding="utf-8")
    voice.write_text('like = "terse"\n[techniques]\nhidden-single = "here: {Then}"\n', encoding="utf-8")
    common = ("--genre", "sudoku", "--scale", str(scale))

    assert run("grade", *common, FOUR).out.startswith("All: rating 4")
    assert "Here: r1c2. Likewise here: r1c4." in run("explain", *common, "--voice", str(voice), FOUR).out
    assert "Here: r1c2.\n" == run("hint", *common, "--voice", str(voice), "--stage", "do", FOUR).out
    assert 2 == run("explain", *common, "--voice", "./nobody.toml", FOUR).code


def test_why_is_summed_up_in_the_voice_that_tells_it(run) -> None:
    last = {
        "de": "Z4S2 ist eine 3: Das ergibt sich in zwei Schritten.",
        "friendly": "To see that r4c2 is 3, you only need two steps.",
        "terse": "Why r4c2=3: 2 steps.",
    }

    for voice, told in last.items():
        done = run("explain", "--genre", "sudoku", "--voice", voice, "--why", "r4c2=3", FOUR)
        assert told == done.out.splitlines()[-1]
    done = run("explain", "--genre", "sudoku", "--voice", "de", "--cells", "chess", "--why", "r2c1-1", FOUR)
    assert "In a3 entfällt die 1: Das steht von Anfang an fest." == done.out.splitlines()[-1]


def test_why_begins_where_somebody_stands(run) -> None:
    marks = ("--marks", "r1c2=4 r1c4=2 r2c3=1")
    (found,) = run("explain", "--json", "--genre", "sudoku", "--why", "r1c3=3", *marks, FOUR).objects

    assert ("r1c3=3", [("last-cell", [])]) == (
        found["why"], [(step["technique"], step["premises"]) for step in found["steps"]]
    )  # fmt: skip


def test_why_of_what_is_not_so_is_a_bad_line(run) -> None:
    done = run("explain", "--genre", "sudoku", "--why", "r1c2=2", FOUR)

    assert 2 == done.code
    assert "r1c2=2 does not follow: the solution has r1c2=4" in done.err


def test_explain_exits_1_when_stuck(run) -> None:
    assert 1 == run("explain", "--genre", "sudoku", "." * 16).code


def test_a_rule_file_of_ones_own_is_used(run, tmp_path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(RULES)

    for command in ("grade", "explain", "hint"):
        assert 0 == run(command, "--rules", str(file), "--genre", "sudoku", FOUR).code
    file.write_text("technique\n")
    assert 2 == run("grade", "--rules", str(file), "--genre", "sudoku", FOUR).code


def test_a_hint_tells_no_more_than_its_stage(run) -> None:
    assert "Look at box 1.\n" == run("hint", "--genre", "sudoku", FOUR).out
    (where,) = run("hint", "--json", "--stage", "where", "--genre", "sudoku", FOUR).objects
    assert {"schema", "puzzle", "genre", "status", "where", "steps", "seconds"} == set(where)
    assert [] == where["steps"]
    (do,) = run("hint", "--json", "--genre", "sudoku", FOUR).objects
    assert ["r1c2=4"] == do["steps"][0]["conclusions"]


def test_every_open_step_is_listed_with_what_it_brings(run) -> None:
    lines = run("hint", "--all", "--genre", "sudoku", FOUR).out.splitlines()
    told = run("hint", "--all", "--stage", "do", "--genre", "sudoku", FOUR).out.splitlines()
    objects = run("hint", "--all", "--json", "--genre", "sudoku", FOUR).objects

    assert ["hidden-single r1c2=4", "hidden-single r2c3=1"] == lines[:2]
    assert "hidden-single r1c2=4: Box 1 still needs a 4, and r1c2 is the only cell that can take it." == told[0]
    assert [line.split() for line in lines] == [
        [step["technique"], *step["conclusions"]] for each in objects for step in each["steps"]
    ]
    assert 1 == run("hint", "--all", "--marks", "r1c2=2", "--genre", "sudoku", FOUR).code
    assert 2 == run("hint", "--all", "--apply", "--genre", "sudoku", FOUR).code


def test_every_stage_of_a_hint_is_told_in_the_voice(run) -> None:
    stages = {
        "where": "Ein Blick auf Block 1 lohnt sich.",
        "what": "Gesucht: einziger Platz.",
        "why": "In Block 1 fehlt noch eine 4, und nur … kommt dafür in Frage.",
        "do": "In Block 1 fehlt noch eine 4, und nur Z1S2 kommt dafür in Frage.",
    }
    for stage, told in stages.items():
        assert f"{told}\n" == run("hint", "--voice", "de", "--stage", stage, "--genre", "sudoku", FOUR).out
    german = ("hint", "--voice", "de", "--genre", "sudoku")
    assert "Auf dem Brett stimmt etwas nicht.\n" == run(*german, "--marks", "r1c2=2", FOUR).out
    assert "Hier stimmt etwas nicht: Z1S2.\n" == run(*german, "--marks", "r1c2=2", "--reveal", FOUR).out
    assert "Es ist nichts mehr zu tun.\n" == run(*german, "1234341221434321").out
    assert run(*german, "." * 16).out.startswith("Das Rätsel hat mehr als eine Lösung")
    assert run(*german, "--marks", ENDS, ESCARGOT).out.startswith("Ein Blick auf")


def test_a_hint_can_be_followed_to_the_end(run) -> None:
    marks = ""
    for _ in range(20):
        (found,) = run("hint", "--json", "--apply", "--marks", marks, "--genre", "queens", QUEENS).objects
        marks = found["marks"]
        if found["status"] == "solved":
            break

    assert "solved" == found["status"]
    assert 5 == marks.count("=*")


def test_a_wrong_board_is_told_and_where_only_if_asked(run) -> None:
    done = run("hint", "--genre", "sudoku", "--marks", "r1c2=2", FOUR)
    assert (1, "Something on the board is wrong already.\n") == (done.code, done.out)
    assert "hint: --reveal says where\n" == done.err
    done = run("hint", "--genre", "sudoku", "--marks", "r1c2=2", "--reveal", FOUR)
    assert ("Something is wrong already in r1c2.\n", "") == (done.out, done.err)
    (found,) = run("hint", "--json", "--genre", "sudoku", "--marks", "r1c2=2", FOUR).objects
    assert ("wrong", []) == (found["status"], found["steps"])
    assert "cells" not in found


def test_marks_may_come_from_a_file(run, tmp_path) -> None:
    file = tmp_path / "marks.txt"
    file.write_text("r1c2=4\n")

    assert "Look at box 1.\n" == run("hint", "--genre", "sudoku", "--marks", str(file), FOUR).out
    assert 2 == run("hint", "--genre", "sudoku", "--marks", "r1c2=4", FOUR, FOUR).code


ESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
ENDS = "r8c3=1 r7c4-9 r7c6-9 r9c4-9 r9c6-9"
"""What techniques find out about it."""

BARE = """
name = "bare"
version = 1
kind = "trace"
beyond = "Beyond"
[[boards]]
[[boards.tiers]]
name = "One"
[boards.tiers.techniques]
naked-single = 1
"""


def test_where_the_techniques_end_proofs_without_a_name_lead_on(run, tmp_path) -> None:
    scale = tmp_path / "bare.toml"
    scale.write_text(BARE)
    six = ("--genre", "sudoku", "--scale", str(scale), ".2..5.3........1..2....6........5.31")
    done = run("explain", *six)
    assert 0 == done.code
    assert "Row 2 has to put its 5 into r2c2." in done.out
    (found,) = run("explain", "--json", *six).objects
    assert ("solved", "gridwright.trace/2") == (found["status"], found["schema"])
    assert {"naked-single", "unnamed"} == {step["key"] for step in found["steps"]}
    assert "stuck" == run("grade", "--json", *six).objects[0]["status"]


def test_a_puzzle_with_several_solutions_is_said_to_have_them(run) -> None:
    done = run("explain", "--genre", "sudoku", "." * 16)
    assert 1 == done.code
    assert "The puzzle has more than one solution; two of them differ in" in done.out
    (found,) = run("explain", "--json", "--genre", "sudoku", "." * 16).objects
    assert ("stuck", [], 2) == (found["status"], found["steps"], len({*found["solutions"]}))
    (found,) = run("hint", "--json", "--genre", "sudoku", "." * 16).objects
    assert ("several", []) == (found["status"], found["steps"])


def test_a_hint_goes_on_without_a_name_where_no_technique_applies(run) -> None:
    (found,) = run("hint", "--json", "--marks", ENDS, ESCARGOT).objects

    assert ("unnamed", "unnamed") == (found["status"], found["steps"][0]["key"])
    assert any(line.get("inside") for line in found["steps"][0]["inside"])
    assert found["do"].startswith("Suppose ")


def test_a_weaker_solver_uses_no_technique_beyond_its_tier(run) -> None:
    (found,) = run("explain", "--json", "--up-to", "Gentle", RECTANGLE).objects
    (better,) = run("explain", "--json", RECTANGLE).objects

    assert "unnamed" in {step["key"] for step in found["steps"]}
    assert "unnamed" not in {step["key"] for step in better["steps"]}
    refused = run("explain", "--up-to", "Gentel", RECTANGLE)
    assert 2 == refused.code
    assert "Gentle" in refused.err


RECTANGLE = ".......38......71.9..4.........17...6.....9.......3......65.2....3....6..1......."


def test_no_uniqueness_leaves_it_out_of_every_command(run) -> None:
    for command in ("explain", "grade"):
        assert (0, True) == ((done := run(command, RECTANGLE)).code, "unique" in done.out)
        assert (0, False) == ((done := run(command, "--no-uniqueness", RECTANGLE)).code, "unique rect" in done.out)
    (found,) = run("explain", "--json", RECTANGLE).objects
    first = next(i for i, step in enumerate(found["steps"]) if step["technique"].startswith("unique"))
    facts = [fact for step in found["steps"][:first] for fact in step["conclusions"]]
    marks = ("--json", "--marks", " ".join(facts), RECTANGLE)
    assert run("hint", *marks).objects[0]["steps"][0]["technique"].startswith("unique-rectangle")
    assert not run("hint", "--no-uniqueness", *marks).objects[0]["steps"][0]["technique"].startswith("unique")


def test_marks_are_filled_and_cleaned(run) -> None:
    done = run("marks", "--genre", "sudoku", FOUR)
    assert (0, "1 24 3 23\n3 2 1 4\n4 134 2 3\n24 234 34 1\n") == (done.code, done.out)
    done = run("marks", "--clean", "--genre", "sudoku", "--marks", "r1c2=4 r4c2-3", FOUR)
    assert "24 3 34 1" not in done.out
    (found,) = run("marks", "--json", "--genre", "sudoku", FOUR).objects
    assert ["schema", "puzzle", "genre", "candidates", "placed", "marks", "broken"] == list(found)
    assert "gridwright.position/1" == found["schema"]
    again = run("marks", "--clean", "--genre", "sudoku", "--marks", found["marks"], FOUR)
    assert 0 == again.code


def test_marks_say_where_nothing_is_left(run) -> None:
    done = run("marks", "--clean", "--genre", "sudoku", "--marks", "r2c2-2", FOUR)
    assert (1, "nothing is left for r2c2\n") == (done.code, done.err)
    assert 2 == run("marks", "--genre", "sudoku", "--marks", "rubbish", FOUR).code
    assert 2 == run("marks", "--genre", "sudoku", "--marks", "r1c2=4", FOUR, FOUR).code


# Pictures


def test_explain_draws_every_step(run, tmp_path) -> None:
    steps = run("explain", "--json", "--genre", "sudoku", FOUR).objects[0]["steps"]
    assert 0 == run("explain", "--svg", str(tmp_path / "steps"), "--genre", "sudoku", FOUR).code

    assert {f"{number}.svg" for number in range(1, len(steps) + 1)} == {
        path.name for path in (tmp_path / "steps").iterdir()
    }
    assert steps[0]["text"] in (tmp_path / "steps" / "1.svg").read_text(encoding="utf-8")


def test_why_and_several_puzzles_have_their_own_pictures(run, tmp_path) -> None:
    run("explain", "--svg", str(tmp_path / "why"), "--why", "r1c2=4", "--genre", "sudoku", FOUR)
    run("explain", "--svg", str(tmp_path / "two"), "--genre", "sudoku", FOUR, FOUR)

    assert ["1.svg"] == [path.name for path in (tmp_path / "why").iterdir()]
    assert ["1", "2"] == sorted(path.name for path in (tmp_path / "two").iterdir())


def test_a_hint_is_drawn_as_far_as_it_is_told(run, tmp_path) -> None:
    pictures = {}
    for stage in ("where", "why", "do"):
        path = tmp_path / f"{stage}.svg"
        assert 0 == run("hint", "--svg", str(path), "--stage", stage, "--genre", "sudoku", FOUR).code
        pictures[stage] = path.read_text(encoding="utf-8")

    assert ["do"] == [stage for stage, svg in pictures.items() if 'class="placed"' in svg]
    assert "where" not in [stage for stage, svg in pictures.items() if 'class="reason"' in svg]
    wrong = tmp_path / "wrong.svg"
    run("hint", "--svg", str(wrong), "--marks", "r1c2=2", "--reveal", "--genre", "sudoku", FOUR)
    assert 'class="wrong" data-place="r1c2"' in wrong.read_text(encoding="utf-8")
    assert 2 == run("hint", "--svg", str(wrong), "--genre", "sudoku", FOUR, FOUR).code


def test_marks_are_shown(run) -> None:
    plain = run("show", "--genre", "sudoku", FOUR).out
    marked = run("show", "--marks", "r1c2=4 r2c3-2", "--genre", "sudoku", FOUR).out
    drawn = run("show", "--svg", "--marks", "r1c2=4 r2c3-2", "--genre", "sudoku", FOUR).out

    assert plain != marked
    assert "4" in marked.splitlines()[1]
    assert 'data-place="r4c3" data-value="4"' in drawn
    assert 'class="axis"' in drawn
    crossed = run("show", "--svg", "--marks", "r4c3-4", "--genre", "sudoku", FOUR).out
    assert 'data-place="r4c3" data-value="4"' not in crossed
    assert 2 == run("show", "--marks", "r9c9=4", "--genre", "sudoku", FOUR).code
